import { ClearFilters } from '../list/clear-filters.tsx'

type NoProjectsProps = { isFiltered: boolean; onClear: () => void }

export function NoProjects({ isFiltered, onClear }: NoProjectsProps) {
  return (
    <div className="grid justify-items-center gap-3 border-line border-t px-5 py-14 text-center">
      <p>
        {isFiltered
          ? 'No projects match your search criteria.'
          : 'No projects found. Create your first project to get started.'}
      </p>
      {isFiltered && <ClearFilters onClear={onClear} />}
    </div>
  )
}
