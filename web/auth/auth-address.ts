/** The address to which mails and providers redirect. */
export const authAddress = () => `${window.location.origin}/auth`
