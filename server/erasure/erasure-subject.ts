export const subjectKinds = ['client', 'person', 'agency'] as const
type SubjectKind = (typeof subjectKinds)[number]

/** The subject of an erasure: a client, a person or an agency, with rows in many tables. */
export type Subject = { kind: SubjectKind; id: string; name: string; agencyId: string | null; addresses: string[] }
