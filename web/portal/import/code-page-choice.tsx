import { type CodePage, codePages, isCodePage } from '../../lib/table-file/code-pages.ts'
import type { TextFile } from '../../lib/table-file/text-file.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'

type CodePageChoiceProps = {
  file: Pick<TextFile, 'codePage' | 'candidates'>
  /** Cells of the file whose text differs between the code pages. */
  letters: readonly string[]
  onChange: (codePage: CodePage) => void
}

/** Chooses the code page of a file that does not state it, with a preview of the letters that differ. */
export function CodePageChoice({ file: { codePage, candidates }, letters, onChange }: CodePageChoiceProps) {
  return (
    <Field
      label="Do these letters look right?"
      hint={`${letters.join(' · ')}. The file doesn’t say how it is encoded. If letters look wrong, choose another encoding.`}
    >
      {(control) => (
        <Select
          {...control}
          value={codePage}
          onChange={({ target }) => isCodePage(target.value) && onChange(target.value)}
        >
          {candidates.map((candidate) => (
            <option key={candidate} value={candidate}>
              {codePages[candidate]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
