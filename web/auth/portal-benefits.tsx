import { FolderKanban, MessagesSquare, UsersRound } from 'lucide-react'

const promises = [
  { Icon: UsersRound, title: 'Client Management', text: 'Every local business you work for, in one place.' },
  { Icon: FolderKanban, title: 'Project Tracking', text: 'What is planned, what is running, what is done.' },
  { Icon: MessagesSquare, title: 'Team Collaboration', text: 'Talk, share and hand over without losing a thread.' },
]

/** The side panel with what the portal offers. */
export function PortalBenefits() {
  return (
    <aside
      aria-label="What the portal offers"
      className="grid content-center gap-8 rounded-dialog bg-dusk p-8 text-on-dusk lg:gap-10 lg:p-14"
    >
      <p className="max-w-[12em] text-balance font-display text-heading lg:text-title">
        The workshop behind the shop windows.
      </p>
      <ul className="grid gap-6">
        {promises.map(({ Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <span className="grid size-10 shrink-0 place-items-center rounded-control bg-light text-on-light">
              <Icon aria-hidden className="size-5" />
            </span>
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-on-dusk-soft">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
