/** Where mails and providers lead back to. */
export const backToAuth = () => `${window.location.origin}/auth`
