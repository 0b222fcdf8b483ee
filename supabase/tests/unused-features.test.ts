import { expect, it } from 'vitest'
import { engine } from './engine.ts'

it('has no S3 protocol, which this project does not ask for', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    for (const path of ['', 'avatars', 'avatars/a.txt']) {
      expect((await fetch(`${engine.url}/storage/v1/s3/${path}`, { method })).status).toBe(404)
    }
  }
})
