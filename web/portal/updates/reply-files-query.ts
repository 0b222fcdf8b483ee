import { queryOptions } from '@tanstack/react-query'
import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import type { StoredFile } from '../files/file-button.tsx'
import { BUCKET } from './attach-file.ts'

/** How the server names the files of mails that answer an update (server/mail-in/keep-files.ts). */
const MAILED = /^mail-[0-9a-f]{16}-\d+_(.+)$/

/** The files that came with the mails that answer an update. */
export const replyFilesQuery = (updateId: string) =>
  queryOptions({
    queryKey: ['client-updates', 'reply-files', updateId],
    queryFn: async ({ signal }): Promise<StoredFile[]> => {
      const bucket = (await wholeSupabase()).storage.from(BUCKET)
      const found = unwrapFile(await bucket.list(updateId, { search: 'mail-', limit: 100 }, { signal }))
      return found.flatMap(({ name, metadata }) => {
        const [, shown] = MAILED.exec(name) ?? []
        return shown === undefined
          ? []
          : [{ bucket: BUCKET, path: `${updateId}/${name}`, name: shown, size: Number(metadata?.size ?? 0) }]
      })
    },
  })
