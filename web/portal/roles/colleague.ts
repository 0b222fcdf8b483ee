import type { Person } from '../people/person.tsx'

/** A person and the agency they work for. */
export type Colleague = Person & { agency: { id: string; name: string } | null }
