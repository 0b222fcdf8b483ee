import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAddressFilter } from '../list/use-address-filter.ts'
import { useListParams } from '../list/use-list-params.ts'
import { useMyRoles } from '../me/me-queries.ts'
import { isAdminType, isSuperAdmin } from '../me/role.ts'
import { AccessDenied } from '../page/access-denied.tsx'
import { LoadingPage } from '../page/loading-page.tsx'
import { Page } from '../page/page.tsx'
import { useWrite } from '../writes/use-write.ts'
import { kindGroupNames, kindGroups } from './audit-line.ts'
import { auditQuery } from './audit-queries.ts'
import { AuditTable } from './audit-table.tsx'
import { exportTrail } from './export-trail.ts'

const TITLE = 'Audit'
const DESCRIPTION = 'Who signed in, and who changed, deleted or copied what.'

export default function AuditRoute() {
  const held = useMyRoles()
  if (!held) return <LoadingPage title={TITLE} description={DESCRIPTION} />
  if (!isAdminType(held)) return <AccessDenied title={TITLE} to="view the audit trail" />
  return <Audit isSuper={isSuperAdmin(held)} />
}

/** The screen of the audit trail; `isSuper` for a person who reads the lines of every agency. */
function Audit({ isSuper }: { isSuper: boolean }) {
  const { search, page, searchFor, linkTo } = useListParams()
  const [group, filterByKind] = useAddressFilter('kind', kindGroupNames)
  const lines = useQuery(auditQuery({ search, page, group }))
  const [save, isSaving] = useWrite(exportTrail)
  const count = lines.data?.count
  const isNarrowed = search !== '' || group !== undefined

  return (
    <Page
      title={TITLE}
      description={DESCRIPTION}
      action={
        <Button variant="outline" disabled={!count} aria-busy={isSaving} onClick={() => void save({ search, group })}>
          <Download aria-hidden />
          Export
        </Button>
      }
    >
      <Card aria-busy={lines.isFetching}>
        <CardHeader>
          <CardTitle>{count === undefined ? 'Audit trail' : `Audit trail (${count})`}</CardTitle>
          <div className="flex w-full flex-wrap gap-3 sm:w-auto sm:grow sm:flex-nowrap sm:justify-end">
            <SearchBox
              label="Search the audit trail"
              placeholder="Search by name"
              value={search}
              onSearch={searchFor}
            />
            <Select
              aria-label="Filter by kind"
              value={group ?? ''}
              onChange={(event) => filterByKind(event.target.value)}
              className="sm:w-48"
            >
              <option value="">Everything</option>
              {Object.entries(kindGroups).map(([name, { label }]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
          </div>
        </CardHeader>
        <p role="status" className="sr-only">
          {isNarrowed && count !== undefined && !lines.isPlaceholderData && `${count} found`}
        </p>
        <AuditTable lines={lines} isNarrowed={isNarrowed} withAgency={isSuper} linkTo={linkTo} />
      </Card>
    </Page>
  )
}
