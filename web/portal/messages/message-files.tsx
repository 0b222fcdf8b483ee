import { StoredFiles } from '../files/stored-files.tsx'
import { CHAT_BUCKET, type MessageFile } from './message-file.ts'

export const MessageFiles = ({ files }: { files: readonly MessageFile[] }) => (
  <StoredFiles files={files.map((file) => ({ bucket: CHAT_BUCKET, ...file }))} />
)
