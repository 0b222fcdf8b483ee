/** Something was asked for that no command can do. */
export class UsageError extends Error {}
