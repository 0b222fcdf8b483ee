export const subjectKinds = ['client', 'person', 'agency'] as const
type SubjectKind = (typeof subjectKinds)[number]

/** What can be erased: people of clients, in the portal, and enquiries too, which nobody names one by one. */
export const erasableKinds = [...subjectKinds, 'client_person', 'enquiry'] as const
export type ErasureSubject = { kind: (typeof erasableKinds)[number]; id: string }

/** The subject of an erasure: a client, a person or an agency, with rows in many tables. */
export type Subject = { kind: SubjectKind; id: string; name: string; agencyId: string | null; addresses: string[] }
