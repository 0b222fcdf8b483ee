/** Whether a failure of the file system is of this kind, as ENOENT. */
export const isErrno = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
