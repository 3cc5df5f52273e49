"""What calendars and holidays are: pure values of recorded instants; not the rows, and no clock."""
