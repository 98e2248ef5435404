// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because the
// content security policy allows no inline script. Key and values are those of ui/theme.ts; theme.test.ts checks that.
try {
  const theme = localStorage.getItem('tema')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that forbids storage keeps the system's theme.
}
