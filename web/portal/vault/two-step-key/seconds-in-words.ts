/** In a file of its own, because every page of the portal loads the vault's messages. */
export const secondsInWords = (seconds: number) => `${seconds} ${seconds === 1 ? 'second' : 'seconds'} left`
