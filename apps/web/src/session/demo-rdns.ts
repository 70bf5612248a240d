/** The name by which the demo wallet of local builds announces itself. */
export const DEMO_RDNS = 'local.city-mint.demo';
