export function SignInInstead({ onSignIn }: { onSignIn: () => void }) {
  return (
    <p className="text-center text-sm text-muted">
      Already have an account?{" "}
      <button type="button" onClick={onSignIn} className="font-semibold text-accent underline touch:min-h-11">
        Sign In
      </button>
    </p>
  );
}
