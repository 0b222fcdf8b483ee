import type { UseQueryResult } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { EmptyState } from '../../ui/empty-and-error-states.tsx'
import { WebsiteLink } from '../../ui/website-link.tsx'
import type { ListPage } from '../list/fetch-page.ts'
import { RowsCard } from '../list/rows-card.tsx'
import { type Agency, tierTones } from './agency.ts'
import { DeleteAgencyDialog } from './delete-agency-dialog.tsx'
import { EditAgencyDialog } from './edit-agency-dialog.tsx'
import { focusOnlyAgency } from './only-agency-card.tsx'

type AgencyTableProps = { agencies: UseQueryResult<ListPage<Agency>>; linkTo: (page: number) => string }

export function AgencyTable({ agencies, linkTo }: AgencyTableProps) {
  const [edited, setEdited] = useState<string>()
  const [leaving, setLeaving] = useState<Agency>()
  const columns = useMemo(() => {
    const edit = ({ id }: Agency) => focusOnlyAgency() || setEdited(id)
    return [...aboutTheAgency, actions(edit, setLeaving)]
  }, [])
  const shown = agencies.data?.rows.find(({ id }) => id === edited)
  return (
    <RowsCard
      query={agencies}
      failed="The agencies could not be loaded."
      empty={<EmptyState title="No agencies found.">Add the first one.</EmptyState>}
      caption="Agencies"
      columns={columns}
      linkTo={linkTo}
    >
      <EditAgencyDialog agency={shown} onClose={() => setEdited(undefined)} />
      <DeleteAgencyDialog agency={leaving} onClose={() => setLeaving(undefined)} />
    </RowsCard>
  )
}

const actions = (onEdit: (agency: Agency) => void, onDelete: (agency: Agency) => void): Column<Agency> => ({
  header: 'Actions',
  cell: (agency) => <Actions agency={agency} onEdit={() => onEdit(agency)} onDelete={() => onDelete(agency)} />,
})

const aboutTheAgency: Column<Agency>[] = [
  {
    header: 'Name',
    cell: ({ name, email, logo_url }) => (
      <div className="flex items-center gap-3">
        <Avatar name={name} url={logo_url} className="rounded-md" />
        <div className="min-w-0">
          <CutText className="font-medium">{name}</CutText>
          {email && <CutText className="text-ink-soft text-sm">{email}</CutText>}
        </div>
      </div>
    ),
    className: '@min-[44rem]:max-w-72',
  },
  {
    header: 'Website',
    cell: ({ website_url }) =>
      website_url ? <WebsiteLink typed={website_url} /> : <span className="text-ink-soft">Not provided</span>,
    className: '@min-[44rem]:max-w-52',
  },
  {
    header: 'Tier',
    cell: ({ subscription_tier }) => (
      <Badge tone={tierTones[subscription_tier]} className="capitalize">
        {subscription_tier}
      </Badge>
    ),
  },
  {
    header: 'Status',
    cell: ({ is_active, answers_website }) => (
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={is_active ? 'green' : 'grey'}>{is_active ? 'Active' : 'Inactive'}</Badge>
        {answers_website && <Badge tone="blue">Answers the website</Badge>}
      </div>
    ),
  },
]

type ActionsProps = { agency: Agency; onEdit: () => void; onDelete: () => void }

function Actions({ agency, onEdit, onDelete }: ActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      <Button variant="outline" asChild className="px-3">
        <Link to={`/dashboard/projects?agencyId=${agency.id}`}>View Projects</Link>
      </Button>
      <Button variant="ghost" size="icon" className="text-ink-soft" aria-label={`Edit ${agency.name}`} onClick={onEdit}>
        <Pencil aria-hidden />
      </Button>
      <DeleteButton label={`Delete ${agency.name}`} onClick={onDelete} />
    </div>
  )
}
