import { slot } from '../../lib/slot.ts'
import { Mark } from '../../ui/mark.tsx'
import { Filled } from '../facts/filled.tsx'

/** The agency's logo, or the default mark. Hidden from screen readers, since the name is beside it. */
export const SiteLogo = ({ className }: { className: string }) => (
  <Filled by="logo" otherwise={<Mark className={`${className} shrink-0`} />}>
    {/* React would have the browser fetch a picture in advance that may not be there, but for one of several. */}
    <picture>
      <img
        className={`${className} shrink-0 rounded-md object-contain`}
        src={slot('logo')}
        alt=""
        width="40"
        height="40"
      />
    </picture>
  </Filled>
)
