import { useQuery } from '@tanstack/react-query'
import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import { FileButton, type StoredFile } from './file-button.tsx'

type TypedFile = StoredFile & { type: string }

/** Stored files: pictures are shown, others are offered for download. */
export function StoredFiles({ files }: { files: readonly TypedFile[] }) {
  return (
    <div className="flex max-w-full flex-wrap gap-1.5">
      {files.map((file) =>
        file.type.startsWith('image/') ? (
          <Picture key={file.path} file={file} />
        ) : (
          <FileButton key={file.path} file={file} />
        ),
      )}
    </div>
  )
}

const SIGNED_FOR_SECONDS = 3600
/** The age at which the signed address of a file is renewed, before it expires. */
const SIGNED_ANEW_MS = 50 * 60_000

/** A thumbnail of a picture, which opens in a tab of its own. Its size is reserved in advance, so that nothing moves. */
function Picture({ file }: { file: TypedFile }) {
  const { bucket, path, name } = file
  const { data: address, isError } = useQuery({
    queryKey: ['stored-file', bucket, path],
    staleTime: SIGNED_ANEW_MS,
    refetchInterval: SIGNED_ANEW_MS,
    queryFn: async () => {
      const files = (await wholeSupabase()).storage.from(bucket)
      return unwrapFile(await files.createSignedUrl(path, SIGNED_FOR_SECONDS)).signedUrl
    },
  })
  if (isError) return <FileButton file={file} />
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      title={name}
      className="block size-36 overflow-hidden rounded-card border border-line bg-paper-deep sm:size-44"
    >
      {address !== undefined && <img src={address} alt={name} loading="lazy" className="size-full object-cover" />}
    </a>
  )
}
