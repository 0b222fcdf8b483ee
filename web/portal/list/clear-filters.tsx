import { Button } from '../../ui/button.tsx'

/** Below a list in which nothing was found. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="outline" onClick={onClear}>
    Clear Search and Filters
  </Button>
)
