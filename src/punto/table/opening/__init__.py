"""Tables created, opened and closed: approvals, checklists, staff on duty, notices to people."""
