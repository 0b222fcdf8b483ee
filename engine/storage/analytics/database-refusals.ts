import pg from 'pg'

const refusedWith = (code: string) => (error: unknown) => error instanceof pg.DatabaseError && error.code === code

/** There is one of that name already. */
export const isUniqueViolation = refusedWith('23505')
/** What the row belongs to is gone, or the row still has something that belongs to it. */
export const isForeignKeyViolation = refusedWith('23503')
