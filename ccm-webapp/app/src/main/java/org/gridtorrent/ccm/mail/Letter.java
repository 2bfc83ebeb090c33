package org.gridtorrent.ccm.mail;

/** A mail in words: plain text, in its reader's language. */
record Letter(String subject, String text) {}
