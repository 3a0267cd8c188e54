# A program that speaks the protocol right, but for one thing that its argument names. Its attention is right.
# Used by program_subject_test.cpp.
use strict;
use warnings;

my $how = shift // 'right';
open my $in, '<&=', 3 or die;
open my $out, '>&=', 4 or die;
binmode $_ for $in, $out;

sub send_bytes { my $bytes = shift; while (length $bytes) { substr($bytes, 0, syswrite($out, $bytes)) = '' } }
sub send_frame { send_bytes(pack('V', length $_[0]) . $_[0]) }
sub receive {
  my ($count, $bytes) = (shift, '');
  while (length $bytes < $count) { sysread($in, $bytes, $count - length $bytes, length $bytes) or exit 0 }
  return $bytes;
}

sub attention {
  my ($tokens, $head_dim, $value_dim, $causal, @numbers) = @_;
  my @query = splice @numbers, 0, $tokens * $head_dim;
  my @key = splice @numbers, 0, $tokens * $head_dim;
  my @output;
  for my $i (0 .. $tokens - 1) {
    my @seen = 0 .. ($causal ? $i : $tokens - 1);
    my @logits;
    for my $j (@seen) {
      my $dot = 0;
      $dot += $query[$i * $head_dim + $_] * $key[$j * $head_dim + $_] for 0 .. $head_dim - 1;
      push @logits, $dot / sqrt $head_dim;
    }
    my ($top) = sort { $b <=> $a } @logits;
    my @weights = map { exp($_ - $top) } @logits;
    my $sum = 0;
    $sum += $_ for @weights;
    for my $c (0 .. $value_dim - 1) {
      my $average = 0;
      $average += $weights[$_] / $sum * $numbers[$_ * $value_dim + $c] for @seen;
      push @output, $average;
    }
  }
  return @output;
}

my %hello = (no_json => 'x', no_dtypes => '{}', odd_dtype => '{"dtypes":["float16"]}',
             odd_key => '{"dtypes":["float32"],"verdict":"holds"}', number => '{"dtypes":["float32"],"declare":{"max_tokens":9}}',
             declares => '{"dtypes":["float32"],"declare":{"max_tokens":"7"}}', concurrent => '{"dtypes":["float32"],"declare":{"concurrent":"yes"}}',
             both => '{"dtypes":["float64","float32"]}', odd_declared => '{"dtypes":["float32"],"declare":{"colour":"blue"}}');
print "hello from the subject\n" if $how eq 'prints';
sleep 60 if $how eq 'silent';
exit 7 if $how eq 'ends';
if ($how eq 'huge_hello') { send_bytes(pack('V', 0xfffffff0)); sleep 60 }
my $version = $how eq 'version' ? 9 : 0;
send_frame(pack('VV', $how eq 'odd_kind' ? 3 : 1, $version) . ($hello{$how} // '{"dtypes":["float32"]}'));
send_frame(pack('VQ<VVVVVV', 3, 1, 0, 0, 1, 1, 0, 0) . pack('f<', 0)) if $how eq 'in_advance';

my $calls = 0;
while (1) {
  my $frame = receive(unpack 'V', receive(4));
  my ($kind, $number, $start, $dtype, $causal, $tokens, $head_dim, $value_dim) = unpack 'VQ<VVVVVV', $frame;
  my $letter = $dtype ? 'd<' : 'f<';
  my @output = attention($tokens, $head_dim, $value_dim, $causal, unpack "$letter*", substr $frame, $start - 4);
  my ($rows, $columns, $status, $changed) = ($tokens, $value_dim, 0, 0);
  my $bytes = pack "$letter*", @output;
  ++$calls;
  print "problem $calls\n" if $how eq 'prints';
  exit 0 if $how eq 'exits';
  kill 'SEGV', $$ if $how eq 'crashes';
  sleep 60 if $how eq 'hangs';
  if ($how eq 'closes') { close $out; sleep 60 }
  if ($how eq 'grows') { my $size = 4e8 + $calls; my $memory = 'x' x $size; sleep 60 }
  if ($how eq 'leaves_a_child' && !fork) { setpgrp; sleep 600; exit }
  if ($how eq 'length_lies') { send_bytes(pack 'V', 0xffffffff); sleep 60 }
  if ($how eq 'short') { send_bytes(pack('V', 1000) . 'x'); sleep 60 }
  if ($how eq 'tiny') { send_frame('abcdefgh'); next }
  if ($how eq 'fails') { ($status, $rows, $columns, $bytes) = (1, 0, 0, "ValueError: caf\xe9\nline two") }
  if ($how eq 'wrong_shape') { ($columns, $bytes) = ($columns + 1, $bytes . pack("$letter*", (0) x $tokens)) }
  if ($how eq 'size_lies') { $rows = 1_000_000 }
  $number += 1 if $how eq 'wrong_number';
  $changed = 5 if $how eq 'changes';
  $dtype = 1 - $dtype if $how eq 'wrong_dtype';
  $status = 2 if $how eq 'odd_status';
  my $answer = pack('VQ<VVVVVV', 3, $number, $status, $dtype, $rows, $columns, $changed, 0) . $bytes;
  send_frame($answer);
  send_frame($answer) if $how eq 'twice';
}
