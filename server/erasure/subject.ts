export const subjectKinds = ['client', 'person', 'agency'] as const
type SubjectKind = (typeof subjectKinds)[number]

/** A client, a person or an agency, to which rows of many tables belong. */
export type Subject = { kind: SubjectKind; id: string; name: string; agencyId: string | null; addresses: string[] }
