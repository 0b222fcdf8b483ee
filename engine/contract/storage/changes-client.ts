import { data } from '../rest/client.ts'
import { newFolder, reels } from './client.ts'

export async function uploaded(text = 'content', options = {}) {
  const path = `${newFolder()}/file.txt`
  const { id } = data(await reels.upload(path, text, { metadata: { by: 'Ana' }, ...options }))
  return { path, id }
}
