export function toLean(environment: NodeJS.ProcessEnv): Record<string, string>;
