"""Awards: winners notified, prizes paid or handed over, claims denied."""
