/** The value of "nobody" in a select of people; the database stores null. */
export const UNASSIGNED = 'unassigned'

/** The value that the database stores for an option of a staff select. */
export const assigneeOf = (option: string): string | null => (option === UNASSIGNED ? null : option)
