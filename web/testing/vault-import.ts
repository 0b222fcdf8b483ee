import { readingOf } from '../portal/vault/import/reading.ts'

/** Returns the entries of a file without the fields that every entry has. */
export function entriesOf(text: string) {
  const reading = readingOf({ name: 'export.csv', text })
  const entries = (reading?.candidates ?? []).map((candidate) => {
    if (!candidate.entry) return { row: candidate.row, problem: candidate.problem }
    const { title, website_url, username, password, notes, two_step_key, tags, is_favorite } = candidate.entry
    return {
      title,
      website_url,
      username,
      password,
      notes,
      tags,
      ...(two_step_key && { two_step_key: two_step_key.secret }),
      ...(is_favorite && { is_favorite }),
      ...(candidate.codeProblem !== undefined && { codeProblem: candidate.codeProblem }),
      ...(candidate.reservation !== undefined && { reservation: candidate.reservation }),
    }
  })
  return { source: reading?.source, leftOut: reading?.leftOut, entries }
}

/** An entry with nothing but these fields. */
export const entry = (title: string, rest: object) => ({
  title,
  website_url: null,
  username: null,
  notes: '',
  tags: [],
  ...rest,
})

/** The secret of `OTP`. */
export const OTP_SECRET = 'GEZDGNBVGY3TQOJQ'

/** A two-step key as password managers export it. */
export const OTP = `otpauth://totp/Invented:ops?secret=${OTP_SECRET}&issuer=Invented`
