// Recharts weighs more than the dashboard itself: this module is loaded on its own, and only here it is named.
export { MonthChart } from './month-chart.tsx'
export { ValueChart } from './value-chart.tsx'
