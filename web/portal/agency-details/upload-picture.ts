import { randomUuid } from '../../lib/random-uuid.ts'
import { wholeSupabase } from '../../lib/supabase.ts'
import { unwrapFile } from '../../lib/unwrap.ts'
import type { Write } from '../writes/use-write.ts'
import { pictureToasts } from './picture-toasts.ts'
import { smallPicture } from './small-picture.ts'

/** The bucket of the website's pictures. The database removes pictures that nothing shows any more. */
const BUCKET = 'website-pictures'

/** Uploads a picture for the website and returns its address. */
export const uploadPicture: Write<Blob, string> = {
  mutationFn: async (chosen) => {
    const picture = await smallPicture(chosen)
    const name = `${randomUuid()}.${picture.type === 'image/webp' ? 'webp' : 'jpg'}`
    const pictures = (await wholeSupabase()).storage.from(BUCKET)
    // The name is unique, so the picture can be cached for a year.
    unwrapFile(await pictures.upload(name, picture, { contentType: picture.type, cacheControl: '31536000' }))
    return pictures.getPublicUrl(name).data.publicUrl
  },
  meta: { failed: pictureToasts.pictureFailed, refresh: [], isAddition: true },
}
