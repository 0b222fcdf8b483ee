import type { Person } from '../people/person.tsx'

/** Somebody, and the agency they work for. */
export type Colleague = Person & { agency: { id: string; name: string } | null }
