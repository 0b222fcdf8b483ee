import { Button } from '../../ui/button.tsx'

/** The button of an empty list that clears its filters. */
export const ClearFilters = ({ onClear }: { onClear: () => void }) => (
  <Button variant="outline" onClick={onClear}>
    Clear Search and Filters
  </Button>
)
