import { type LucideIcon, UserCheck, UserX } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useWrite } from '../editing/use-write.ts'
import { nameOf } from '../people/person.tsx'
import type { User } from './user.ts'
import { bringBack } from './user-mutations.ts'

/** What whoever looks after somebody may do with their account. */
export function CareActions({ user, onDeactivate }: { user: User; onDeactivate: () => void }) {
  const [comeBack, isComing] = useWrite(bringBack)
  const name = nameOf(user)
  return user.deactivated_at === null ? (
    <CareButton deed="Deactivate" Icon={UserX} label={`Deactivate ${name}`} onClick={onDeactivate} />
  ) : (
    <CareButton
      deed={isComing ? 'Bringing Back...' : 'Bring Back'}
      Icon={UserCheck}
      label={`Bring Back ${name}`}
      onClick={() => void comeBack(user.id)}
    />
  )
}

type CareButtonProps = { deed: string; Icon: LucideIcon; label: string; onClick: () => void }

/** In a table without room to spare it is its picture alone. */
const CareButton = ({ deed, Icon, label, onClick }: CareButtonProps) => (
  <Button
    variant="outline"
    className="px-2.5 text-sm folded:grow unfolded:min-h-9"
    title={deed}
    aria-label={label}
    onClick={onClick}
  >
    <Icon aria-hidden className="not-tight:hidden" />
    <span className="tight:hidden">{deed}</span>
  </Button>
)
