/** The security manager: the device's key and certificate, enrolment, and who is admitted to which content. */
@NullMarked
package org.gridtorrent.client.security;

import org.jspecify.annotations.NullMarked;
