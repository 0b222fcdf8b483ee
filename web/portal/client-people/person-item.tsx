import { Download, Ellipsis, Eraser, Link, Pencil, Star, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import type { PersonOfClient } from './client-person.ts'

export type PersonTask = 'edit' | 'link' | 'main' | 'delete' | 'export' | 'erase'

type PersonItemProps = {
  person: PersonOfClient
  /** True if the reader may export and erase people; the main person is exported and erased with the client. */
  isAdmin: boolean
  onTask: (task: PersonTask) => void
}

/**
 * A person of a client. The address and the phone number of the main person stand in the client's own information, and are
 * not repeated.
 */
export function PersonItem({ person, isAdmin, onTask }: PersonItemProps) {
  const { name, role, email, phone, note, isMain } = person
  return (
    <li className="flex items-start gap-2 border-line border-t py-2.5 pr-3 pl-5">
      <div className="grid min-w-0 flex-1 gap-0.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium text-[0.9375rem]">{name}</span>
          {isMain && <Badge tone="grey">Main</Badge>}
        </p>
        {role && <p className="wrap-anywhere text-ink-soft">{role}</p>}
        {!isMain && email && (
          <a href={`mailto:${email}`} className="wrap-anywhere justify-self-start underline underline-offset-2">
            {email}
          </a>
        )}
        {!isMain && phone && (
          <p className="wrap-anywhere">
            <PhoneLink typed={phone} />
          </p>
        )}
        {note && <p className="wrap-anywhere whitespace-pre-wrap text-ink-soft">{note}</p>}
      </div>
      <PersonMenu person={person} isAdmin={isAdmin} onTask={onTask} />
    </li>
  )
}

function PersonMenu({ person: { name, email, isMain }, isAdmin, onTask }: PersonItemProps) {
  const opener = useRef<HTMLButtonElement>(null)

  function start(task: PersonTask) {
    // The item that has the focus goes with the menu; a dialog gives the focus back to what has it now.
    opener.current?.focus()
    onTask(task)
  }

  return (
    <Menu modal={false}>
      <MenuTrigger asChild>
        <Button ref={opener} variant="ghost" size="icon" className="text-ink-soft" aria-label={`More of ${name}`}>
          <Ellipsis aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="menu-sheet min-w-56">
        <MenuItem onSelect={() => start('edit')}>
          <Pencil aria-hidden />
          Edit
        </MenuItem>
        <MenuItem onSelect={() => start('link')}>
          <Link aria-hidden />
          Make Link
        </MenuItem>
        {!isMain && (
          <MenuItem disabled={email === null} onSelect={() => start('main')}>
            <Star aria-hidden />
            {email === null ? (
              'Main needs an email'
            ) : (
              <span className="wrap-anywhere grid max-w-64 py-1.5">
                Make Main Person
                <span className="line-clamp-2 text-ink-soft text-sm">Renames the client to “{name}”</span>
              </span>
            )}
          </MenuItem>
        )}
        {!isMain && (
          <MenuItem className="border-line border-t" onSelect={() => start('delete')}>
            <Trash2 aria-hidden />
            Delete
          </MenuItem>
        )}
        {!isMain && isAdmin && (
          <>
            <MenuItem className="border-line border-t" onSelect={() => start('export')}>
              <Download aria-hidden />
              Export Everything
            </MenuItem>
            <MenuItem onSelect={() => start('erase')}>
              <Eraser aria-hidden />
              Erase for Good
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
