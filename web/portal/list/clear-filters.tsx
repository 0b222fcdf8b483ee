import { Button } from '../../ui/button.tsx'

/** The way out of an empty result. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="outline" onClick={onClear}>
    Clear Search and Filters
  </Button>
)
