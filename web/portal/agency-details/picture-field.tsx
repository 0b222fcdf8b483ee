import { ImageUp } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { webLink } from '../../lib/web-link.ts'
import { Button } from '../../ui/button.tsx'
import { typedFormFields } from '../../ui/typed-form-fields.ts'
import { useWrite } from '../writes/use-write.ts'
import type { TypedDetails } from './agency-details.ts'
import { uploadPicture } from './upload-picture.ts'

const { TextField } = typedFormFields<TypedDetails>()

type PictureFieldProps = { name: `${'testimonials' | 'cases'}.${number}.picture` }

/** A field for the address of a picture, either uploaded here or from elsewhere on the web. */
export function PictureField({ name }: PictureFieldProps) {
  const { setValue, getValues, watch } = useFormContext<TypedDetails>()
  const chooser = useRef<HTMLInputElement>(null)
  const [upload, isUploading] = useWrite(uploadPicture, {
    onSuccess(address) {
      // The entry that the picture belongs to may have been removed during the upload.
      if (getValues(name) !== undefined) setValue(name, address, { shouldDirty: true, shouldValidate: true })
    },
  })
  const shown = webLink(watch(name) ?? '')

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    // The file input is emptied, since the same file could not be chosen again after a failure otherwise.
    currentTarget.value = ''
    if (file) void upload(file)
  }

  return (
    <div className="grid gap-3 sm:col-span-2">
      <TextField
        name={name}
        label="Picture"
        hint="Optional. Upload one, or enter its web address."
        type="url"
        placeholder="https://"
      />
      <div className="flex items-center gap-3">
        {shown !== undefined && (
          <img src={shown} alt="" className="size-16 rounded-control border border-line object-cover" />
        )}
        <Button variant="outline" disabled={isUploading} onClick={() => chooser.current?.click()}>
          <ImageUp aria-hidden />
          {isUploading ? 'Uploading...' : 'Upload Picture'}
        </Button>
        <input ref={chooser} type="file" accept="image/*" hidden onChange={choose} />
      </div>
    </div>
  )
}
