import { z } from 'zod'

// The Content-Security-Policy forbids the code that zod would generate for speed, so it need not try.
z.config({ jitless: true })

export { z }
