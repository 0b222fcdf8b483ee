/** The address to which mails and providers redirect. */
export const backToAuth = () => `${window.location.origin}/auth`
