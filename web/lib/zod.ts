import { z } from 'zod'

// The Content-Security-Policy forbids the code that zod would generate for speed, so zod does not try.
z.config({ jitless: true })

export { z }
