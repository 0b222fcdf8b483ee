import { useQuery } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import { FileButton } from '../files/file-button.tsx'
import { CHAT_BUCKET, type MessageFile } from './message-file.ts'

/** The files of a message: pictures are shown, others are offered for download. */
export function MessageFiles({ files }: { files: readonly MessageFile[] }) {
  return (
    <div className="flex max-w-full flex-wrap gap-1.5">
      {files.map((file) =>
        file.type.startsWith('image/') ? (
          <Picture key={file.path} file={file} />
        ) : (
          <FileButton key={file.path} file={{ bucket: CHAT_BUCKET, ...file }} />
        ),
      )}
    </div>
  )
}

const SIGNED_FOR_SECONDS = 3600
/** The age at which the signed address of a file is renewed, before it expires. */
const SIGNED_ANEW_MS = 50 * 60_000

/**
 * A thumbnail of a picture in a message, which opens in a tab of its own. Its size is reserved in advance, so that nothing
 * moves.
 */
function Picture({ file }: { file: MessageFile }) {
  const { data: address, isError } = useQuery({
    queryKey: ['chat', 'file', file.path],
    staleTime: SIGNED_ANEW_MS,
    refetchInterval: SIGNED_ANEW_MS,
    queryFn: async () => {
      const files = (await supabase()).storage.from(CHAT_BUCKET)
      return unwrapFile(await files.createSignedUrl(file.path, SIGNED_FOR_SECONDS)).signedUrl
    },
  })
  if (isError) return <FileButton file={{ bucket: CHAT_BUCKET, ...file }} />
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={file.name}
      className="block size-36 overflow-hidden rounded-card border border-line bg-paper-deep sm:size-44"
    >
      {address !== undefined && <img src={address} alt={file.name} loading="lazy" className="size-full object-cover" />}
    </a>
  )
}
