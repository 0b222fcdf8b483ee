import { z } from 'zod'

// Our Content-Security-Policy forbids the code zod would write to be faster; so it need not try.
z.config({ jitless: true })

export { z }
