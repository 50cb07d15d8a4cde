"""Who is out, who goes on, who is where."""
