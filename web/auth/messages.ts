/** For failures that bring no message of their own. */
export const NO_ANSWER = 'The server is not answering. Please check your connection and try again.'
