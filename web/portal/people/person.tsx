import type { UserProfile } from '../../lib/row-types.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { BreakableText } from '../../ui/breakable-text.tsx'

/** A person with an account, as others see them. */
export type Person = Pick<UserProfile, 'id' | 'display_name' | 'avatar_url'>

/** The name of a person; the person may have been erased, or their profile may be hidden from the reader. */
export const nameOf = (person: Pick<Person, 'display_name'> | null | undefined) =>
  person?.display_name ?? 'Unknown User'

/** The person that a row of a list is about. */
export function PersonCell({ person }: { person: Person }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={person.display_name} url={person.avatar_url} />
      <div className="min-w-0">
        <p className="font-medium">
          <BreakableText>{nameOf(person)}</BreakableText>
        </p>
        <p className="break-all text-ink-soft text-xs">{person.id}</p>
      </div>
    </div>
  )
}
