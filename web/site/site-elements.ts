// The elements of the public pages: each defines itself when it is imported.
import './contact/contact-form-element.ts'
import './home/testimonial-carousel-element.ts'
import './layout/current-year-element.ts'
import './layout/site-header-element.ts'
import './layout/site-menu-element.ts'
import './pricing/plan-tabs-element.ts'
