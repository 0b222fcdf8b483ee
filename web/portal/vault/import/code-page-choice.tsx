import { codePages, decodedAs, isCodePage } from '../../../lib/table-file/code-pages.ts'
import { inCodePage, type TextFile } from '../../../lib/table-file/text-file.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'

const LETTERS_SHOWN = 12

/** Asked for where a file can be read in several ways: a password with a wrong letter opens nothing. */
export function CodePageChoice({ file, onChange }: { file: TextFile; onChange: (file: TextFile) => void }) {
  if (file.isCertain) return null
  return (
    <Field
      label="Letters of the file"
      hint="The file does not say how its letters are encoded. Passwords depend on it: choose where they look right."
    >
      {(control) => (
        <Select
          {...control}
          value={file.codePage}
          onChange={({ target }) => isCodePage(target.value) && onChange(inCodePage(file, target.value))}
        >
          {[...new Set([file.codePage, ...file.candidates])].map((codePage) => (
            <option key={codePage} value={codePage}>
              {lettersOf(decodedAs(codePage, file.bytes) ?? file.text)} {codePages[codePage]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const lettersOf = (text: string) =>
  [...new Set(text.match(/[^\p{ASCII}\p{C}\p{Z}]/gu))].slice(0, LETTERS_SHOWN).join(' ')
