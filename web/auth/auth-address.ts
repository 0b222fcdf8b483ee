/** The address of /auth, to which mail links and sign-in providers redirect. */
export const authAddress = () => `${window.location.origin}/auth`
