export interface Note {
  attachments: { path: string }[] | null
}

export const pathsOf = (note: Note | null): string[] => (note?.attachments ?? []).map(({ path }) => path)
