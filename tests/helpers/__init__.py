"""What several tests share: the page as a reader handles it, hosts and lines, browser engines, states."""
