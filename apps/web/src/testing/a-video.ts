import { fireEvent } from "@testing-library/react";

/** @param lengthS null before the first data */
export function becomeVideo(element: HTMLVideoElement, lengthS: number | null): void {
  Object.defineProperty(element, "readyState", { value: lengthS === null ? 0 : 4, configurable: true });
  Object.defineProperty(element, "duration", { value: lengthS ?? Number.NaN, configurable: true });
}

export function loadVideo(element: HTMLVideoElement, lengthS: number): void {
  becomeVideo(element, lengthS);
  fireEvent(element, new Event("loadedmetadata"));
}
